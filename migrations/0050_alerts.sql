CREATE TABLE "alert_rules" (
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"channels" text[] NOT NULL,
	"models" text[] NOT NULL,
	"symbols" text[] NOT NULL,
	"durations" smallint[] NOT NULL,
	"min_passability" double precision NOT NULL,
	"quiet_hours" jsonb,
	"results" boolean NOT NULL,
	"per_hour" smallint NOT NULL,
	"until" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_rules__user_id_kind" PRIMARY KEY("user_id","kind"),
	CONSTRAINT "alert_rules__until" CHECK (("alert_rules"."kind" = 'watch') = ("alert_rules"."until" is not null))
);
--> statement-breakpoint
CREATE TABLE "alert_sends" (
	"id" uuid NOT NULL,
	"alert_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"target" uuid,
	"state" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"claimed_until" timestamp (3) with time zone,
	"drop_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_sends__id" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"symbol" text NOT NULL,
	"signal_id" uuid,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"drop_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alerts__id" PRIMARY KEY("id"),
	CONSTRAINT "alerts__signal_id" CHECK (("alerts"."kind" = 'result') = ("alerts"."signal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_keys__id" PRIMARY KEY("id"),
	CONSTRAINT "push_keys__only_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions__id" PRIMARY KEY("id")
);
--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_sends" ADD CONSTRAINT "alert_sends__alert_id" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_sends" ADD CONSTRAINT "alert_sends__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_rules__changed_at_idx" ON "alert_rules" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "alert_sends__alert_id_idx" ON "alert_sends" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "alert_sends__user_id_idx" ON "alert_sends" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "alert_sends__waiting_idx" ON "alert_sends" USING btree ("drop_at") WHERE "alert_sends"."state" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "alerts__one_a_minute" ON "alerts" USING btree ("user_id","at") WHERE "alerts"."kind" = 'alert';--> statement-breakpoint
CREATE UNIQUE INDEX "alerts__one_a_result" ON "alerts" USING btree ("signal_id") WHERE "alerts"."kind" = 'result';--> statement-breakpoint
CREATE INDEX "alerts__user_id_created_at_idx" ON "alerts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "alerts__created_at_idx" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions__endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions__user_id_idx" ON "push_subscriptions" USING btree ("user_id","created_at");