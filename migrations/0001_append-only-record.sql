CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER record_leaves__append_only BEFORE UPDATE OR DELETE ON record_leaves
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_leaves__never_emptied BEFORE TRUNCATE ON record_leaves
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER outcomes__append_only BEFORE UPDATE OR DELETE ON outcomes
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER outcomes__never_emptied BEFORE TRUNCATE ON outcomes
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
