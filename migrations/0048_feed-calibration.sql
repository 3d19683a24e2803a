CREATE TABLE "calibration_days" (
	"feed" text NOT NULL,
	"model" text NOT NULL,
	"version" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"statistics" text NOT NULL,
	CONSTRAINT "calibration_days__feed_model_version_day" PRIMARY KEY("feed","model","version","day")
);
--> statement-breakpoint
CREATE TABLE "feed_days" (
	"feed" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"symbol" text NOT NULL,
	"bars" text NOT NULL,
	CONSTRAINT "feed_days__feed_day_symbol" PRIMARY KEY("feed","day","symbol")
);
--> statement-breakpoint
ALTER TABLE "record_leaves" DROP CONSTRAINT "record_leaves__kind";--> statement-breakpoint
ALTER TABLE "record_leaves" ADD CONSTRAINT "record_leaves__kind" CHECK ("record_leaves"."kind" in ('signal', 'forecast', 'outcome', 'void', 'gap', 'calibration', 'succession', 'closing')) NOT VALID;