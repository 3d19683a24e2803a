CREATE TABLE "webhook_deliveries" (
	"id" uuid NOT NULL,
	"webhook_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"event" text NOT NULL,
	"payload" text NOT NULL,
	"status" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"delivered_at" timestamp (3) with time zone,
	"response_status" smallint,
	"error" text,
	CONSTRAINT "webhook_deliveries__id" PRIMARY KEY("id"),
	CONSTRAINT "webhook_deliveries__status" CHECK ("webhook_deliveries"."status" in ('pending', 'delivered', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "webhooks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"url" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed" text NOT NULL,
	"previous_sealed" text,
	"previous_until" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	"failing_since" timestamp (3) with time zone,
	"disabled_at" timestamp (3) with time zone,
	"disabled_reason" text,
	CONSTRAINT "webhooks__id" PRIMARY KEY("id"),
	CONSTRAINT "webhooks__disabled" CHECK (("webhooks"."disabled_at" is null) = ("webhooks"."disabled_reason" is null))
);
--> statement-breakpoint
ALTER TABLE "mails" DROP CONSTRAINT "mails__kind";--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries__webhook_id" FOREIGN KEY ("webhook_id") REFERENCES "public"."webhooks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhooks" ADD CONSTRAINT "webhooks__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "webhook_deliveries__webhook_id_idx" ON "webhook_deliveries" USING btree ("webhook_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries__user_id_idx" ON "webhook_deliveries" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries__created_at_idx" ON "webhook_deliveries" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "webhooks__user_id_idx" ON "webhooks" USING btree ("user_id","created_at");--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails__kind" CHECK ("mails"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'id_released', 'id_available', 'id_lapsed', 'contest_won', 'review_published', 'review_refused', 'account_deleted', 'daily_recap', 'webhook_disabled', 'signal_alert', 'signal_result', 'weekly_digest')) NOT VALID;