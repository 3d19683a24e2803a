CREATE TABLE "record_audit_mark" (
	"id" smallint DEFAULT 1 NOT NULL,
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"chain_hash" "bytea" NOT NULL,
	"mac" "bytea" NOT NULL,
	CONSTRAINT "record_audit_mark__id" PRIMARY KEY("id"),
	CONSTRAINT "record_audit_mark__only_one" CHECK ("record_audit_mark"."id" = 1),
	CONSTRAINT "record_audit_mark__size" CHECK ("record_audit_mark"."size" >= 0)
);
