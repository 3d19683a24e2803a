CREATE TABLE "shadow_minutes" (
	"id" uuid NOT NULL,
	"feed" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL,
	"leaf" text,
	"leaf_hash" "bytea",
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "shadow_minutes__id" PRIMARY KEY("id"),
	CONSTRAINT "shadow_minutes__leaf" CHECK (("shadow_minutes"."leaf" is null) = ("shadow_minutes"."settled_at" is not null)),
	CONSTRAINT "shadow_minutes__leaf_hash" CHECK (("shadow_minutes"."leaf" is null) = ("shadow_minutes"."leaf_hash" is null))
);
--> statement-breakpoint
CREATE INDEX "shadow_minutes__open_idx" ON "shadow_minutes" USING btree ("due_at") WHERE "shadow_minutes"."settled_at" is null;