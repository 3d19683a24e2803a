ALTER TABLE "signals" ADD COLUMN "has_edge" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "record_forecasts" ADD COLUMN "has_edge" boolean DEFAULT true NOT NULL;
