CREATE INDEX CONCURRENTLY IF NOT EXISTS "signals__user_id_history_idx" ON "signals" USING btree ("user_id","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"deleted_at","status","result","ai_model","symbol","duration","passability","has_edge");
--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signals__user_id_issued_at_idx";
