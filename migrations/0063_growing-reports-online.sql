CREATE INDEX CONCURRENTLY IF NOT EXISTS "record_leaves__signals_model_idx" ON "record_leaves" USING btree ((substring("leaf" from '"model":"([^"]*)"')),"index") WHERE "record_leaves"."kind" = 'signal';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "record_leaves__signals_symbol_idx" ON "record_leaves" USING btree ((substring("leaf" from '"symbol":"([^"]*)"')),"index") WHERE "record_leaves"."kind" = 'signal';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "record_leaves__signals_at_idx" ON "record_leaves" USING btree ("at","index") WHERE "record_leaves"."kind" = 'signal';
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "signals__rare_result_idx" ON "signals" USING btree ("result") WHERE "signals"."result" in ('void', 'neutral');
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "trader_days__day_idx" ON "trader_days" USING btree ("day");
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "trader_days__undetermined_idx" ON "trader_days" USING btree ("day") WHERE "trader_days"."turnover_before" is null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contest_entries__best_idx" ON "contest_entries" USING btree ("contest_id","lower_bound" DESC NULLS FIRST,"user_id") WHERE "contest_entries"."lower_bound" is not null;
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "contest_entries__uncounted_idx" ON "contest_entries" USING btree ("contest_id") WHERE "contest_entries"."decided" is null;
