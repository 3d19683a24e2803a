ALTER TABLE "contests" ADD COLUMN "round" integer;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "signature" text;