ALTER TABLE "llm_answers" ADD COLUMN "question_hash" "bytea";--> statement-breakpoint
CREATE INDEX "llm_answers__question_hash_idx" ON "llm_answers" USING btree ("question_hash");