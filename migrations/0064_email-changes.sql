CREATE TABLE "email_changes" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"old_email" text NOT NULL,
	"new_email" text NOT NULL,
	"old_hash" "bytea" NOT NULL,
	"new_hash" "bytea",
	"undo_hash" "bytea",
	"requested_at" timestamp (3) with time zone NOT NULL,
	"old_confirmed_at" timestamp (3) with time zone,
	"new_confirmed_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "email_changes__id" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails__kind";--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "email_changes__user_id_idx" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "email_changes__requested_at_idx" ON "email_changes" USING btree ("requested_at");--> statement-breakpoint
CREATE INDEX "email_changes__old_email_idx" ON "email_changes" USING btree (lower("old_email"));--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'id_released', 'id_available', 'id_lapsed', 'id_reclaimed', 'contest_won', 'review_published', 'review_refused', 'account_deleted', 'daily_recap', 'webhook_disabled', 'signal_alert', 'signal_result', 'weekly_digest', 'email_change_old', 'email_change_new', 'email_changed', 'email_changed_undo')) NOT VALID;