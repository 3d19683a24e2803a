CREATE TABLE "record_feeds" (
	"feed" text NOT NULL,
	"next_seq" bigint NOT NULL,
	"newest_at" timestamp (3) with time zone,
	"covered_to" timestamp (3) with time zone,
	CONSTRAINT "record_feeds__feed" PRIMARY KEY("feed"),
	CONSTRAINT "record_feeds__next_seq" CHECK ("record_feeds"."next_seq" >= 0)
);
--> statement-breakpoint
ALTER TABLE "record_leaves" DROP CONSTRAINT "record_leaves__kind";--> statement-breakpoint
ALTER TABLE "record_leaves" ADD CONSTRAINT "record_leaves__kind" CHECK ("record_leaves"."kind" in ('signal', 'forecast', 'outcome', 'void', 'gap')) NOT VALID;