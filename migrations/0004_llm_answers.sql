CREATE TABLE "llm_answers" (
	"feed" text NOT NULL,
	"model" text NOT NULL,
	"symbol" text NOT NULL,
	"duration" smallint NOT NULL,
	"minute" timestamp (3) with time zone NOT NULL,
	"version" text NOT NULL,
	"p_up" double precision NOT NULL,
	"reasons" text[] NOT NULL,
	"question_tokens" integer,
	"answer_tokens" integer,
	"cost_usd" double precision,
	"answered_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	CONSTRAINT "llm_answers__place" PRIMARY KEY("feed","model","symbol","duration","minute"),
	CONSTRAINT "llm_answers__model" CHECK ("llm_answers"."model" in ('chatgpt_4o', 'indicators_chatgpt_3.5')),
	CONSTRAINT "llm_answers__duration" CHECK ("llm_answers"."duration" in (2, 3, 5, 7, 10)),
	CONSTRAINT "llm_answers__p_up" CHECK ("llm_answers"."p_up" between 0 and 1),
	CONSTRAINT "llm_answers__cost_usd" CHECK ("llm_answers"."cost_usd" >= 0),
	CONSTRAINT "llm_answers__outcome" CHECK ("llm_answers"."outcome" in ('successful', 'neutral', 'unsuccessful', 'void'))
);
--> statement-breakpoint
CREATE INDEX "llm_answers__record_idx" ON "llm_answers" USING btree ("feed","model","version","minute" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "llm_answers__unjudged_idx" ON "llm_answers" USING btree ("feed","minute") WHERE "llm_answers"."outcome" is null;