CREATE TABLE "trader_stops" (
	"trader_hash" "bytea" NOT NULL,
	"stopped_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "trader_stops__trader_hash" PRIMARY KEY("trader_hash")
);--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails__kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "referral_confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "trader_stops__stopped_until_idx" ON "trader_stops" USING btree ("stopped_until");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'id_released', 'id_available', 'id_lapsed', 'contest_won', 'review_published', 'review_refused', 'account_deleted')) NOT VALID;