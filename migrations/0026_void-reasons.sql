-- safe because: only signals that are open and removed, a few rows, in a transaction without a table lock.
UPDATE "signals" SET "frees_slot" = true WHERE "status" <> 'settled' AND "deleted_at" IS NOT NULL;
--> statement-breakpoint
-- safe because: only void signals, which are settled and have no other writer, in a transaction without a table lock.
UPDATE "signals" SET "void_reason" = CASE WHEN o."result" = 'void' THEN o."void_reason" ELSE 'operator' END FROM "outcomes" o WHERE o."signal_id" = "signals"."id" AND "signals"."result" = 'void';
