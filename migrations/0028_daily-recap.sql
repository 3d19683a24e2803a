CREATE TABLE "recap_mails" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recap_mails__user_id_day" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "recap_subscriptions" (
	"user_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recap_subscriptions__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails__kind";--> statement-breakpoint
ALTER TABLE "recap_mails" ADD CONSTRAINT "recap_mails__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recap_subscriptions" ADD CONSTRAINT "recap_subscriptions__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "recap_mails__queued_at_idx" ON "recap_mails" USING btree ("queued_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'id_released', 'id_available', 'id_lapsed', 'contest_won', 'review_published', 'review_refused', 'account_deleted', 'daily_recap')) NOT VALID;