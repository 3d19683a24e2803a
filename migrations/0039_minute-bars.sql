CREATE TABLE "minute_bars" (
	"feed" text NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"line" text NOT NULL,
	"run" uuid NOT NULL,
	"next_input" integer NOT NULL,
	CONSTRAINT "minute_bars__feed_minute" PRIMARY KEY("feed","minute")
);
--> statement-breakpoint
CREATE INDEX "minute_bars__minute_idx" ON "minute_bars" USING btree ("minute");