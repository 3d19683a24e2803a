DROP INDEX CONCURRENTLY IF EXISTS "record_leaves__signal_id_idx";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "account_links__created_at_idx" ON "account_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "llm_answers__answered_at_idx" ON "llm_answers" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails__queued_at_idx" ON "mails" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails__tried_idx" ON "mails" USING btree ("queued_at") WHERE "mails"."attempts" > 0;--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "sessions__expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users__unconfirmed_idx" ON "users" USING btree ("created_at") WHERE not "users"."is_activated";--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "balance_history__at_idx" ON "balance_history" USING btree ("at");--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "trader_checks__started_at_idx" ON "trader_checks" USING btree ("started_at");