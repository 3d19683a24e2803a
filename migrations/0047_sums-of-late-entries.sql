CREATE TABLE "record_late_days" (
	"feed" text NOT NULL,
	"delay" smallint NOT NULL,
	"day" integer NOT NULL,
	"counted_to" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	CONSTRAINT "record_late_days__feed_delay_day" PRIMARY KEY("feed","delay","day")
);
--> statement-breakpoint
CREATE TABLE "record_late_totals" (
	"feed" text NOT NULL,
	"delay" smallint NOT NULL,
	"counted_to" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	CONSTRAINT "record_late_totals__feed_delay" PRIMARY KEY("feed","delay")
);
--> statement-breakpoint
ALTER TABLE "record_forecasts" ADD COLUMN "late" jsonb;