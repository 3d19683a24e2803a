CREATE TABLE "record_cosignatures" (
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"cosigned_at" timestamp (3) with time zone NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "record_cosignatures__size_witness" PRIMARY KEY("size","witness")
);
--> statement-breakpoint
CREATE INDEX "record_cosignatures__witness_idx" ON "record_cosignatures" USING btree ("witness","size","cosigned_at");
--> statement-breakpoint
CREATE TRIGGER record_cosignatures__append_only BEFORE UPDATE OR DELETE ON record_cosignatures
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_cosignatures__never_emptied BEFORE TRUNCATE ON record_cosignatures
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- As in 0021, and a cosigned checkpoint is never deleted: a cosignature without its checkpoint proves nothing.
CREATE OR REPLACE FUNCTION refuse_checkpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.signed_at < now() - interval '6 days'
    AND NOT EXISTS (SELECT 1 FROM record_cosignatures c WHERE c.size = OLD.size)
    AND EXISTS (
    SELECT 1 FROM record_checkpoints later
    WHERE later.signed_at >= OLD.signed_at AND later.size > OLD.size
      AND later.signed_at < (date_trunc('day', OLD.signed_at AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the record is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
