CREATE TABLE "own_limits" (
	"user_id" uuid NOT NULL,
	"limits" jsonb NOT NULL,
	"next" jsonb,
	"stopped_until" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "own_limits__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails__kind";--> statement-breakpoint
ALTER TABLE "own_limits" ADD CONSTRAINT "own_limits__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'contest_won', 'review_published', 'review_refused'));