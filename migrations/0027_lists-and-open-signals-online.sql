CREATE INDEX CONCURRENTLY IF NOT EXISTS "mails__status_idx" ON "mails" USING btree ("status","queued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "signals__one_open_a_user" ON "signals" USING btree ("user_id") WHERE "signals"."status" <> 'settled' and not "signals"."frees_slot";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users__campaign_idx" ON "users" USING btree ("campaign","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users__blocked_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "users"."is_blocked";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users__self_excluded_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "users"."is_self_excluded";
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users__email_beginning_idx" ON "users" USING btree (lower("email") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "users__email_domain_idx" ON "users" USING btree (split_part(lower("email"), '@', 2),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log__at_idx" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log__actor_id_idx" ON "audit_log" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
CREATE INDEX CONCURRENTLY IF NOT EXISTS "audit_log__action_idx" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signals__one_active_a_user";
