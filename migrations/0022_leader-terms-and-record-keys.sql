CREATE TABLE "leader_terms" (
	"term" bigint GENERATED ALWAYS AS IDENTITY (sequence name "leader_terms_term_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"backend_pid" integer NOT NULL,
	"address" text NOT NULL,
	"feed" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leader_terms__term" PRIMARY KEY("term")
);
--> statement-breakpoint
ALTER TABLE "record_keys" DROP CONSTRAINT "record_keys__only_one";--> statement-breakpoint
ALTER TABLE "record_keys" ADD COLUMN "from_size" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "record_keys" ADD COLUMN "handover" text;--> statement-breakpoint
-- safe because: the table holds one row for each key of the record.
ALTER TABLE "record_keys" ADD CONSTRAINT "record_keys__handover" CHECK (("record_keys"."id" = 1) = ("record_keys"."handover" is null));--> statement-breakpoint
-- safe because: the table holds one row for each key of the record.
ALTER TABLE "record_keys" ADD CONSTRAINT "record_keys__from_size" CHECK ("record_keys"."from_size" >= 0);--> statement-breakpoint
DROP TRIGGER record_keys__append_only ON record_keys;
--> statement-breakpoint
CREATE TRIGGER record_keys__append_only BEFORE UPDATE OF id, name, public_key, created_at, from_size, handover OR DELETE ON record_keys
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
