ALTER TABLE "record_leaves" VALIDATE CONSTRAINT "record_leaves__kind";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "record_leaves__calibrations_idx" ON "record_leaves" USING btree ("index") WHERE "record_leaves"."kind" = 'calibration';
