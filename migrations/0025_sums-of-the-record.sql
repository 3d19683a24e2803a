CREATE TABLE "record_days" (
	"feed" text NOT NULL,
	"day" integer NOT NULL,
	"counted_to" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	"equity" jsonb NOT NULL,
	CONSTRAINT "record_days__feed_day" PRIMARY KEY("feed","day")
);
--> statement-breakpoint
CREATE TABLE "record_forecasts" (
	"key" text NOT NULL,
	"signal_id" uuid NOT NULL,
	"leaf_index" bigint NOT NULL,
	"feed" text NOT NULL,
	"model" text NOT NULL,
	"passability" double precision NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"result" text NOT NULL,
	CONSTRAINT "record_forecasts__key" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "record_progress" (
	"id" smallint DEFAULT 1 NOT NULL,
	"counted_to" bigint NOT NULL,
	CONSTRAINT "record_progress__id" PRIMARY KEY("id"),
	CONSTRAINT "record_progress__only_one" CHECK ("record_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "record_totals" (
	"feed" text NOT NULL,
	"counted_to" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	CONSTRAINT "record_totals__feed" PRIMARY KEY("feed")
);
--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "void_reason" text;
--> statement-breakpoint
ALTER TABLE "signals" ADD COLUMN "frees_slot" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
CREATE INDEX "record_forecasts__feed_ended_at_idx" ON "record_forecasts" USING btree ("feed","ended_at");
--> statement-breakpoint
INSERT INTO "record_progress" ("id", "counted_to") VALUES (1, 0);
