ALTER TABLE "mails" DROP CONSTRAINT "mails__kind";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "referral_proof" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "opened_trader_id" text;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'id_released', 'id_available', 'id_lapsed', 'id_reclaimed', 'contest_won', 'review_published', 'review_refused', 'account_deleted', 'daily_recap', 'webhook_disabled', 'signal_alert', 'signal_result', 'weekly_digest')) NOT VALID;
