-- The name stays: the version before recognizes a taken trader id by it.
ALTER TABLE "users" DROP CONSTRAINT "users__referral_id";--> statement-breakpoint
-- safe because: the constraint of this name was dropped in the same transaction.
ALTER INDEX "users__referral_id_partial" RENAME TO "users__referral_id";
