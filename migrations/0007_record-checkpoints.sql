CREATE TABLE "record_checkpoints" (
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "record_checkpoints__size" PRIMARY KEY("size"),
	CONSTRAINT "record_checkpoints__size_least" CHECK ("record_checkpoints"."size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "record_keys" (
	"id" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "record_keys__id" PRIMARY KEY("id"),
	CONSTRAINT "record_keys__only_one" CHECK ("record_keys"."id" = 1),
	CONSTRAINT "record_keys__name" CHECK ("record_keys"."name" ~ '^[^[:space:]+]+$')
);
--> statement-breakpoint
CREATE TABLE "record_nodes" (
	"level" smallint NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "record_nodes__level_position" PRIMARY KEY("level","position"),
	CONSTRAINT "record_nodes__level" CHECK ("record_nodes"."level" between 1 and 52),
	CONSTRAINT "record_nodes__position" CHECK ("record_nodes"."position" >= 0)
);
--> statement-breakpoint
CREATE INDEX "record_checkpoints__signed_at_idx" ON "record_checkpoints" USING btree ("signed_at");
--> statement-breakpoint
CREATE TRIGGER record_nodes__append_only BEFORE UPDATE OR DELETE ON record_nodes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_nodes__never_emptied BEFORE TRUNCATE ON record_nodes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_checkpoints__append_only BEFORE UPDATE OR DELETE ON record_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_checkpoints__never_emptied BEFORE TRUNCATE ON record_checkpoints
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_keys__append_only BEFORE UPDATE OF id, name, public_key, created_at OR DELETE ON record_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_keys__never_emptied BEFORE TRUNCATE ON record_keys
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
