CREATE TABLE "account_links" (
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	CONSTRAINT "account_links__token_hash" PRIMARY KEY("token_hash"),
	CONSTRAINT "account_links__purpose" CHECK ("account_links"."purpose" in ('activation', 'reset'))
);
--> statement-breakpoint
CREATE TABLE "attempt_counts" (
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempt_counts__key" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"lang" text NOT NULL,
	"sealed" text,
	"status" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"sent_at" timestamp (3) with time zone,
	"last_fault" text,
	CONSTRAINT "mails__id" PRIMARY KEY("id"),
	CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed')),
	CONSTRAINT "mails__status" CHECK ("mails"."status" in ('queued', 'sent', 'kept', 'refused', 'given_up')),
	CONSTRAINT "mails__lang" CHECK ("mails"."lang" in ('uk', 'en', 'ru'))
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"signature" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spent_challenges__signature" PRIMARY KEY("signature")
);
--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "user_agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "activated_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "accepted_terms_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links__user_id_idx" ON "account_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "attempt_counts__expires_at_idx" ON "attempt_counts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails__user_id_kind_idx" ON "mails" USING btree ("user_id","kind","queued_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "mails__queued_idx" ON "mails" USING btree ("next_attempt_at") WHERE "mails"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "spent_challenges__expires_at_idx" ON "spent_challenges" USING btree ("expires_at");