-- A checkpoint older than six days may go once a later one of its UTC day stands: the last of each day is never deleted.
CREATE FUNCTION refuse_checkpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.signed_at < now() - interval '6 days' AND EXISTS (
    SELECT 1 FROM record_checkpoints later
    WHERE later.signed_at >= OLD.signed_at AND later.size > OLD.size
      AND later.signed_at < (date_trunc('day', OLD.signed_at AT TIME ZONE 'UTC') + interval '1 day') AT TIME ZONE 'UTC'
  ) THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the record is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
DROP TRIGGER record_checkpoints__append_only ON record_checkpoints;
--> statement-breakpoint
CREATE TRIGGER record_checkpoints__append_only BEFORE UPDATE OR DELETE ON record_checkpoints
  FOR EACH ROW EXECUTE FUNCTION refuse_checkpoint_change();
