ALTER TABLE "record_days" ADD COLUMN "shadow_hours" jsonb;--> statement-breakpoint
ALTER TABLE "record_days" ADD COLUMN "shadow_equity" jsonb;--> statement-breakpoint
ALTER TABLE "record_progress" ADD COLUMN "shadow_counted_to" bigint DEFAULT 0 NOT NULL;