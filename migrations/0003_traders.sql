CREATE TABLE "balance_history" (
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"balance" numeric(14, 2) NOT NULL,
	"is_self_excluded" boolean NOT NULL,
	CONSTRAINT "balance_history__user_id_at" PRIMARY KEY("user_id","at")
);
--> statement-breakpoint
CREATE TABLE "trader_checks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"trader_id" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	CONSTRAINT "trader_checks__id" PRIMARY KEY("id"),
	CONSTRAINT "trader_checks__kind" CHECK ("trader_checks"."kind" in ('claim', 'balance')),
	CONSTRAINT "trader_checks__state" CHECK ("trader_checks"."state" in ('checking', 'confirmed', 'not_found', 'taken', 'verified', 'below_minimum', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "trader_days" (
	"user_id" uuid NOT NULL,
	"trader_id" text NOT NULL,
	"day" date NOT NULL,
	"net_turnover" numeric(16, 2) NOT NULL,
	"commission" numeric(16, 2),
	"registered_at" timestamp (3) with time zone,
	CONSTRAINT "trader_days__trader_id_day" PRIMARY KEY("trader_id","day")
);
--> statement-breakpoint
ALTER TABLE "balance_history" ADD CONSTRAINT "balance_history__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader_checks" ADD CONSTRAINT "trader_checks__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader_days" ADD CONSTRAINT "trader_days__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "trader_checks__one_running_a_user" ON "trader_checks" USING btree ("user_id") WHERE "trader_checks"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "trader_checks__user_id_started_at_idx" ON "trader_checks" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "trader_days__user_id_idx" ON "trader_days" USING btree ("user_id");