CREATE TABLE "record_proofs" (
	"feed" text NOT NULL,
	"day" integer NOT NULL,
	"model" text NOT NULL,
	"signals_proven" integer NOT NULL,
	"signals_unproven" integer NOT NULL,
	"minutes_proven" integer NOT NULL,
	"minutes_unproven" integer NOT NULL,
	"counted_to" bigint NOT NULL,
	CONSTRAINT "record_proofs__feed_day_model" PRIMARY KEY("feed","day","model")
);
--> statement-breakpoint
CREATE INDEX "record_proofs__counted_to_idx" ON "record_proofs" USING btree ("counted_to");