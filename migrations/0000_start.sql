CREATE TABLE "account_links" (
	"token_hash" "bytea" NOT NULL,
	"user_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"used_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	CONSTRAINT "account_links__token_hash" PRIMARY KEY("token_hash"),
	CONSTRAINT "account_links__purpose" CHECK ("account_links"."purpose" in ('activation', 'reset', 'email_change'))
);
--> statement-breakpoint
CREATE TABLE "outcomes" (
	"signal_id" uuid NOT NULL,
	"result" text NOT NULL,
	"void_reason" text,
	"close_price" double precision,
	"closing_tick_at" timestamp (3) with time zone,
	"closing_bid" double precision,
	"closing_ask" double precision,
	"entry_tick_at" timestamp (3) with time zone,
	"settled_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "outcomes__signal_id" PRIMARY KEY("signal_id"),
	CONSTRAINT "outcomes__void" CHECK (("outcomes"."result" = 'void') = ("outcomes"."void_reason" is not null)),
	CONSTRAINT "outcomes__close_price" CHECK (("outcomes"."result" = 'void') or ("outcomes"."close_price" is not null))
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" "bytea" NOT NULL,
	"session_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	"superseded_at" timestamp (3) with time zone,
	CONSTRAINT "refresh_tokens__token_hash" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"user_agent" text DEFAULT '' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
	"second_factor_at" timestamp (3) with time zone,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "sessions__id" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "signals" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"symbol" text NOT NULL,
	"direction" text NOT NULL,
	"ai_model" text NOT NULL,
	"model_version" text NOT NULL,
	"duration" smallint NOT NULL,
	"p_up" double precision NOT NULL,
	"passability" double precision NOT NULL,
	"payout" double precision NOT NULL,
	"has_edge" boolean DEFAULT true NOT NULL,
	"feed" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"open_price" double precision,
	"opened_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"close_price" double precision,
	"result" text,
	"void_reason" text,
	"analytics" jsonb NOT NULL,
	"record_index" bigint,
	"chase_of" uuid,
	"taken_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	"frees_slot" boolean DEFAULT false NOT NULL,
	CONSTRAINT "signals__id" PRIMARY KEY("id"),
	CONSTRAINT "signals__direction" CHECK ("signals"."direction" in ('BUY', 'SELL')),
	CONSTRAINT "signals__status" CHECK ("signals"."status" in ('entering', 'live', 'settled')),
	CONSTRAINT "signals__duration" CHECK ("signals"."duration" in (2, 3, 5, 7, 10)),
	CONSTRAINT "signals__payout" CHECK ("signals"."payout" > 0 and "signals"."payout" <= 1),
	CONSTRAINT "signals__passability" CHECK ("signals"."passability" between 50 and 100),
	CONSTRAINT "signals__result" CHECK (("signals"."result" is null) = ("signals"."status" <> 'settled')),
	CONSTRAINT "signals__entry" CHECK (("signals"."open_price" is null) = ("signals"."opened_at" is null) and ("signals"."opened_at" is null) = ("signals"."expires_at" is null) and ("signals"."status" <> 'live' or "signals"."opened_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "ticks" (
	"feed" text NOT NULL,
	"symbol" text NOT NULL,
	"time" timestamp (3) with time zone NOT NULL,
	"bid" double precision NOT NULL,
	"ask" double precision NOT NULL,
	CONSTRAINT "ticks__feed_symbol_time" PRIMARY KEY("feed","symbol","time")
);
--> statement-breakpoint
CREATE TABLE "user_events" (
	"id" bigserial NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"data" jsonb NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "user_events__id" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"password_proven_at" timestamp (3) with time zone,
	"lang" text NOT NULL,
	"campaign" text,
	"is_activated" boolean DEFAULT false NOT NULL,
	"activated_at" timestamp (3) with time zone,
	"accepted_terms_at" timestamp (3) with time zone,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"role" text DEFAULT 'user' NOT NULL,
	"is_self_excluded" boolean DEFAULT false NOT NULL,
	"referral_id" text,
	"referral_confirmed_at" timestamp (3) with time zone,
	"referral_proof" text,
	"opened_trader_id" text,
	"balance" numeric(14, 2),
	"balance_checked_at" timestamp (3) with time zone,
	"closed_tours" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "users__id" PRIMARY KEY("id"),
	CONSTRAINT "users__role" CHECK ("users"."role" in ('user', 'admin'))
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"user_id" uuid NOT NULL,
	"channels" text[] NOT NULL,
	"models" text[] NOT NULL,
	"symbols" text[] NOT NULL,
	"durations" smallint[] NOT NULL,
	"min_passability" double precision NOT NULL,
	"quiet_hours" jsonb,
	"results" boolean NOT NULL,
	"per_hour" smallint NOT NULL,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alert_rules__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"symbol" text NOT NULL,
	"signal_id" uuid,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"drop_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "alerts__id" PRIMARY KEY("id"),
	CONSTRAINT "alerts__signal_id" CHECK (("alerts"."kind" = 'result') = ("alerts"."signal_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "push_keys" (
	"id" smallint DEFAULT 1 NOT NULL,
	"public_key" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "push_keys__id" PRIMARY KEY("id"),
	CONSTRAINT "push_keys__only_one" CHECK ("push_keys"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_sent_at" timestamp (3) with time zone,
	CONSTRAINT "push_subscriptions__id" PRIMARY KEY("id")
);
--> statement-breakpoint
CREATE TABLE "telegram_chats" (
	"user_id" uuid NOT NULL,
	"chat_id" bigint NOT NULL,
	"name" text NOT NULL,
	"linked_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "telegram_chats__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "telegram_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "telegram_codes__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "contest_draws" (
	"contest_id" text NOT NULL,
	"drawn_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_draws__contest_id" PRIMARY KEY("contest_id")
);
--> statement-breakpoint
CREATE TABLE "contest_entries" (
	"contest_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_entries__contest_id_user_id" PRIMARY KEY("contest_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "contest_screenshots" (
	"id" uuid NOT NULL,
	"contest_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"type" text NOT NULL,
	"image" "bytea" NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_screenshots__id" PRIMARY KEY("id"),
	CONSTRAINT "contest_screenshots__image" CHECK (octet_length("contest_screenshots"."image") between 1 and 2097152)
);
--> statement-breakpoint
CREATE TABLE "contest_winners" (
	"contest_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"prize" smallint NOT NULL,
	"status" text NOT NULL,
	"status_at" timestamp (3) with time zone NOT NULL,
	"send_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_winners__contest_id_user_id" PRIMARY KEY("contest_id","user_id"),
	CONSTRAINT "contest_winners__status" CHECK ("contest_winners"."status" in ('awaiting', 'confirmed', 'replaced'))
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"alert_id" uuid,
	"channel" text NOT NULL,
	"kind" text NOT NULL,
	"recipient" text NOT NULL,
	"lang" text NOT NULL,
	"sealed" text,
	"status" text NOT NULL,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	"next_attempt_at" timestamp (3) with time zone,
	"drop_at" timestamp (3) with time zone NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"last_fault" text,
	CONSTRAINT "deliveries__id" PRIMARY KEY("id"),
	CONSTRAINT "deliveries__channel" CHECK ("deliveries"."channel" in ('push', 'telegram', 'mail')),
	CONSTRAINT "deliveries__kind" CHECK ("deliveries"."kind" in ('activation', 'reset', 'account_exists', 'session_reused', 'password_changed', 'id_confirmed', 'id_not_found', 'id_taken', 'id_released', 'id_available', 'id_lapsed', 'id_reclaimed', 'contest_won', 'account_deleted', 'signal_alert', 'signal_result', 'weekly_digest', 'email_change_old', 'email_change_new', 'email_changed')),
	CONSTRAINT "deliveries__status" CHECK ("deliveries"."status" in ('queued', 'sent', 'kept', 'refused', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "digest_mails" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"queued_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digest_mails__user_id_day" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "digest_subscriptions" (
	"user_id" uuid NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "digest_subscriptions__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "leader_terms" (
	"term" bigint GENERATED ALWAYS AS IDENTITY (sequence name "leader_terms_term_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"backend_pid" integer NOT NULL,
	"address" text NOT NULL,
	"feed" text NOT NULL,
	"role" text DEFAULT 'all' NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "leader_terms__term" PRIMARY KEY("term")
);
--> statement-breakpoint
CREATE TABLE "calibration_days" (
	"feed" text NOT NULL,
	"model" text NOT NULL,
	"version" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"statistics" text NOT NULL,
	CONSTRAINT "calibration_days__feed_model_version_day" PRIMARY KEY("feed","model","version","day")
);
--> statement-breakpoint
CREATE TABLE "feed_days" (
	"feed" text NOT NULL,
	"day" timestamp (3) with time zone NOT NULL,
	"symbol" text NOT NULL,
	"bars" text NOT NULL,
	CONSTRAINT "feed_days__feed_day_symbol" PRIMARY KEY("feed","day","symbol")
);
--> statement-breakpoint
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
	"question_hash" "bytea",
	"answered_at" timestamp (3) with time zone NOT NULL,
	"outcome" text,
	CONSTRAINT "llm_answers__place" PRIMARY KEY("feed","model","symbol","duration","minute"),
	CONSTRAINT "llm_answers__duration" CHECK ("llm_answers"."duration" in (2, 3, 5, 7, 10)),
	CONSTRAINT "llm_answers__p_up" CHECK ("llm_answers"."p_up" between 0 and 1),
	CONSTRAINT "llm_answers__cost_usd" CHECK ("llm_answers"."cost_usd" >= 0),
	CONSTRAINT "llm_answers__outcome" CHECK ("llm_answers"."outcome" in ('successful', 'neutral', 'unsuccessful', 'void'))
);
--> statement-breakpoint
CREATE TABLE "minute_bars" (
	"minute" timestamp (3) with time zone NOT NULL,
	"line" text NOT NULL,
	"run" uuid NOT NULL,
	"next_input" integer NOT NULL,
	CONSTRAINT "minute_bars__minute" PRIMARY KEY("minute")
);
--> statement-breakpoint
CREATE TABLE "record_checkpoints" (
	"size" bigint NOT NULL,
	"root" "bytea" NOT NULL,
	"note" text NOT NULL,
	"signed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "record_checkpoints__size" PRIMARY KEY("size"),
	CONSTRAINT "record_checkpoints__size_least" CHECK ("record_checkpoints"."size" >= 0)
);
--> statement-breakpoint
CREATE TABLE "record_cosignatures" (
	"size" bigint NOT NULL,
	"witness" text NOT NULL,
	"cosigned_at" timestamp (3) with time zone NOT NULL,
	"line" text NOT NULL,
	CONSTRAINT "record_cosignatures__size_witness" PRIMARY KEY("size","witness")
);
--> statement-breakpoint
CREATE TABLE "record_head" (
	"id" smallint DEFAULT 1 NOT NULL,
	"size" bigint DEFAULT 0 NOT NULL,
	"newest_at" timestamp (3) with time zone,
	"minute_index" bigint,
	"minute" timestamp (3) with time zone,
	"minute_at" timestamp (3) with time zone,
	"decided_until" timestamp (3) with time zone,
	"range" "bytea" DEFAULT ''::bytea NOT NULL,
	"is_behind" boolean DEFAULT false NOT NULL,
	CONSTRAINT "record_head__id" PRIMARY KEY("id"),
	CONSTRAINT "record_head__only_one" CHECK ("record_head"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "record_hours" (
	"hour" integer NOT NULL,
	"counted_to" bigint NOT NULL,
	"sums" jsonb NOT NULL,
	"coverage" jsonb NOT NULL,
	CONSTRAINT "record_hours__hour" PRIMARY KEY("hour")
);
--> statement-breakpoint
CREATE TABLE "record_keys" (
	"id" smallint DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"previous" jsonb,
	CONSTRAINT "record_keys__id" PRIMARY KEY("id"),
	CONSTRAINT "record_keys__only_one" CHECK ("record_keys"."id" = 1),
	CONSTRAINT "record_keys__name" CHECK ("record_keys"."name" ~ '^[^[:space:]+]+$')
);
--> statement-breakpoint
CREATE TABLE "record_leaves" (
	"index" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"of" bigint,
	"leaf" "bytea" NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	CONSTRAINT "record_leaves__index" PRIMARY KEY("index"),
	CONSTRAINT "record_leaves__kind" CHECK ("record_leaves"."kind" in ('genesis', 'version', 'minute', 'answer', 'signal', 'outcome', 'void')),
	CONSTRAINT "record_leaves__index_least" CHECK ("record_leaves"."index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "record_nodes" (
	"level" smallint NOT NULL,
	"position" bigint NOT NULL,
	"hash" "bytea" NOT NULL,
	CONSTRAINT "record_nodes__level_position" PRIMARY KEY("level","position"),
	CONSTRAINT "record_nodes__level" CHECK ("record_nodes"."level" between 1 and 52),
	CONSTRAINT "record_nodes__position" CHECK ("record_nodes"."position" >= 0)
);
--> statement-breakpoint
CREATE TABLE "record_open" (
	"index" bigint NOT NULL,
	"minute" timestamp (3) with time zone,
	"due_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "record_open__index" PRIMARY KEY("index")
);
--> statement-breakpoint
CREATE TABLE "record_progress" (
	"id" smallint DEFAULT 1 NOT NULL,
	"counted_to" bigint NOT NULL,
	CONSTRAINT "record_progress__id" PRIMARY KEY("id"),
	CONSTRAINT "record_progress__only_one" CHECK ("record_progress"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"signals" integer NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "reviews__id" PRIMARY KEY("id"),
	CONSTRAINT "reviews__one_a_user" UNIQUE("user_id"),
	CONSTRAINT "reviews__rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews__text" CHECK (length("reviews"."text") between 1 and 1000),
	CONSTRAINT "reviews__status" CHECK ("reviews"."status" in ('pending', 'published', 'refused')),
	CONSTRAINT "reviews__signals" CHECK ("reviews"."signals" >= 1)
);
--> statement-breakpoint
CREATE TABLE "attempt_counts" (
	"key" text NOT NULL,
	"count" integer NOT NULL,
	"pending" integer DEFAULT 0 NOT NULL,
	"window_started_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "attempt_counts__key" PRIMARY KEY("key")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "recovery_codes__code_hash" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "spent_challenges" (
	"signature" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "spent_challenges__signature" PRIMARY KEY("signature")
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" uuid NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"last_step" bigint NOT NULL,
	CONSTRAINT "totp_secrets__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigserial NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_id" text NOT NULL,
	"reason" text,
	"before" jsonb,
	"after" jsonb,
	"hash" "bytea",
	CONSTRAINT "audit_log__id" PRIMARY KEY("id"),
	CONSTRAINT "audit_log__reason" CHECK (length("audit_log"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "auto_run_signals" (
	"run_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"signal_id" uuid NOT NULL,
	CONSTRAINT "auto_run_signals__run_id_step" PRIMARY KEY("run_id","step"),
	CONSTRAINT "auto_run_signals__signal_id" UNIQUE("signal_id")
);
--> statement-breakpoint
CREATE TABLE "auto_runs" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ai_model" text NOT NULL,
	"interval" smallint NOT NULL,
	"symbol" text,
	"count" smallint,
	"take" boolean NOT NULL,
	"found" jsonb,
	"stop_after_losses" smallint NOT NULL,
	"daily_limit" smallint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"next_signal_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"stop_reason" text,
	CONSTRAINT "auto_runs__id" PRIMARY KEY("id"),
	CONSTRAINT "auto_runs__interval" CHECK ("auto_runs"."interval" in (3, 5, 7, 10)),
	CONSTRAINT "auto_runs__stop_after_losses" CHECK ("auto_runs"."stop_after_losses" between 1 and 20),
	CONSTRAINT "auto_runs__count" CHECK ("auto_runs"."count" between 1 and 50),
	CONSTRAINT "auto_runs__daily_limit" CHECK ("auto_runs"."daily_limit" between 1 and 50),
	CONSTRAINT "auto_runs__state" CHECK ("auto_runs"."state" in ('running', 'waiting', 'searching', 'stopped')),
	CONSTRAINT "auto_runs__stopped" CHECK (("auto_runs"."state" = 'stopped') = ("auto_runs"."stopped_at" is not null) and ("auto_runs"."stopped_at" is null) = ("auto_runs"."stop_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "day_stops" (
	"user_id" uuid NOT NULL,
	"stopped_until" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "day_stops__user_id" PRIMARY KEY("user_id")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"user_id" uuid NOT NULL,
	"symbol" text,
	"percent" smallint NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "payouts__user_id_symbol" UNIQUE NULLS NOT DISTINCT("user_id","symbol"),
	CONSTRAINT "payouts__percent" CHECK ("payouts"."percent" between 60 and 92)
);
--> statement-breakpoint
CREATE TABLE "site_notices" (
	"subject" text NOT NULL,
	"text" jsonb,
	"starts_at" timestamp (3) with time zone,
	"ends_at" timestamp (3) with time zone,
	"changed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "site_notices__subject" PRIMARY KEY("subject")
);
--> statement-breakpoint
CREATE TABLE "balance_history" (
	"user_id" uuid NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"balance" numeric(14, 2) NOT NULL,
	"is_self_excluded" boolean NOT NULL,
	CONSTRAINT "balance_history__user_id_at" PRIMARY KEY("user_id","at")
);
--> statement-breakpoint
CREATE TABLE "stated_traders" (
	"trader_id" text NOT NULL,
	"balance" numeric(14, 2) NOT NULL,
	"registered_at" timestamp (3) with time zone,
	"stated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "stated_traders__trader_id" PRIMARY KEY("trader_id")
);
--> statement-breakpoint
CREATE TABLE "trader_checks" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"trader_id" text NOT NULL,
	"state" text NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"answered_at" timestamp (3) with time zone,
	"attempts" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp (3) with time zone,
	"reason" text,
	CONSTRAINT "trader_checks__id" PRIMARY KEY("id"),
	CONSTRAINT "trader_checks__kind" CHECK ("trader_checks"."kind" in ('claim', 'balance')),
	CONSTRAINT "trader_checks__state" CHECK ("trader_checks"."state" in ('checking', 'confirmed', 'not_found', 'taken', 'verified', 'below_minimum', 'given_up'))
);
--> statement-breakpoint
CREATE TABLE "trader_days" (
	"user_id" uuid NOT NULL,
	"trader_id" text NOT NULL,
	"day" date NOT NULL,
	"net_turnover" numeric(16, 2) NOT NULL,
	"commission" numeric(16, 2),
	"turnover_before" numeric(16, 2) NOT NULL,
	"commission_before" numeric(16, 2),
	"registered_at" timestamp (3) with time zone,
	CONSTRAINT "trader_days__trader_id_day" PRIMARY KEY("trader_id","day")
);
--> statement-breakpoint
ALTER TABLE "account_links" ADD CONSTRAINT "account_links__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes__signal_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens__session_id" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signals" ADD CONSTRAINT "signals__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signals" ADD CONSTRAINT "signals__chase_of" FOREIGN KEY ("chase_of") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_events" ADD CONSTRAINT "user_events__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_chats" ADD CONSTRAINT "telegram_chats__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_codes" ADD CONSTRAINT "telegram_codes__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_screenshots" ADD CONSTRAINT "contest_screenshots__winner" FOREIGN KEY ("contest_id","user_id") REFERENCES "public"."contest_winners"("contest_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_winners" ADD CONSTRAINT "contest_winners__contest_id" FOREIGN KEY ("contest_id") REFERENCES "public"."contest_draws"("contest_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_winners" ADD CONSTRAINT "contest_winners__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries__alert_id" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_mails" ADD CONSTRAINT "digest_mails__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_subscriptions" ADD CONSTRAINT "digest_subscriptions__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets__user" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_run_signals" ADD CONSTRAINT "auto_run_signals__run_id" FOREIGN KEY ("run_id") REFERENCES "public"."auto_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_run_signals" ADD CONSTRAINT "auto_run_signals__signal_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "auto_runs" ADD CONSTRAINT "auto_runs__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "day_stops" ADD CONSTRAINT "day_stops__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "balance_history" ADD CONSTRAINT "balance_history__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader_checks" ADD CONSTRAINT "trader_checks__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "trader_days" ADD CONSTRAINT "trader_days__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_links__user_id_idx" ON "account_links" USING btree ("user_id","purpose");--> statement-breakpoint
CREATE INDEX "account_links__created_at_idx" ON "account_links" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "refresh_tokens__session_id_idx" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions__user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions__expires_at_idx" ON "sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "signals__one_open_a_user" ON "signals" USING btree ("user_id") WHERE "signals"."status" <> 'settled' and not "signals"."frees_slot";--> statement-breakpoint
CREATE UNIQUE INDEX "signals__one_chase_a_loss" ON "signals" USING btree ("chase_of") WHERE "signals"."chase_of" is not null and "signals"."result" is distinct from 'void';--> statement-breakpoint
CREATE INDEX "signals__user_id_history_idx" ON "signals" USING btree ("user_id","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"deleted_at","status","result","ai_model","symbol","duration","passability","has_edge");--> statement-breakpoint
CREATE INDEX "signals__open_idx" ON "signals" USING btree ("expires_at") WHERE "signals"."status" <> 'settled';--> statement-breakpoint
CREATE INDEX "signals__newest_idx" ON "signals" USING btree ("issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "signals__model_idx" ON "signals" USING btree ("ai_model","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "signals__symbol_idx" ON "signals" USING btree ("symbol","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "signals__record_index" ON "signals" USING btree ("record_index") WHERE "signals"."record_index" is not null;--> statement-breakpoint
CREATE INDEX "signals__rare_result_idx" ON "signals" USING btree ("result") WHERE "signals"."result" in ('void', 'neutral');--> statement-breakpoint
CREATE INDEX "user_events__user_id_id_idx" ON "user_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users__email" ON "users" USING btree (lower("email"));--> statement-breakpoint
CREATE UNIQUE INDEX "users__referral_id" ON "users" USING btree ("referral_id") WHERE "users"."referral_id" is not null;--> statement-breakpoint
CREATE INDEX "users__campaign_idx" ON "users" USING btree ("campaign","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users__blocked_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "users"."is_blocked";--> statement-breakpoint
CREATE INDEX "users__self_excluded_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "users"."is_self_excluded";--> statement-breakpoint
CREATE INDEX "users__email_beginning_idx" ON "users" USING btree (lower("email") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "users__email_domain_idx" ON "users" USING btree (split_part(lower("email"), '@', 2),"created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users__created_at_idx" ON "users" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "users__unconfirmed_idx" ON "users" USING btree ("created_at") WHERE not "users"."is_activated";--> statement-breakpoint
CREATE UNIQUE INDEX "alerts__one_a_minute" ON "alerts" USING btree ("user_id","at") WHERE "alerts"."kind" = 'alert';--> statement-breakpoint
CREATE UNIQUE INDEX "alerts__one_a_result" ON "alerts" USING btree ("signal_id") WHERE "alerts"."kind" = 'result';--> statement-breakpoint
CREATE INDEX "alerts__user_id_created_at_idx" ON "alerts" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "alerts__created_at_idx" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "push_subscriptions__endpoint" ON "push_subscriptions" USING btree ("endpoint");--> statement-breakpoint
CREATE INDEX "push_subscriptions__user_id_idx" ON "push_subscriptions" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_chats__chat_id" ON "telegram_chats" USING btree ("chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_codes__code_hash" ON "telegram_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "telegram_codes__expires_at_idx" ON "telegram_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "contest_screenshots__winner_idx" ON "contest_screenshots" USING btree ("contest_id","user_id");--> statement-breakpoint
CREATE INDEX "contest_screenshots__sent_at_idx" ON "contest_screenshots" USING btree ("sent_at");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_winners__one_a_prize" ON "contest_winners" USING btree ("contest_id","prize") WHERE "contest_winners"."status" <> 'replaced';--> statement-breakpoint
CREATE INDEX "deliveries__alert_id_idx" ON "deliveries" USING btree ("alert_id");--> statement-breakpoint
CREATE INDEX "deliveries__user_id_kind_idx" ON "deliveries" USING btree ("user_id","kind","queued_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "deliveries__queued_at_idx" ON "deliveries" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX "deliveries__waiting_idx" ON "deliveries" USING btree ("channel","next_attempt_at") WHERE "deliveries"."status" = 'queued';--> statement-breakpoint
CREATE INDEX "deliveries__mails_idx" ON "deliveries" USING btree ("queued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "deliveries"."channel" = 'mail';--> statement-breakpoint
CREATE INDEX "deliveries__mails_status_idx" ON "deliveries" USING btree ("status","queued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "deliveries"."channel" = 'mail';--> statement-breakpoint
CREATE INDEX "deliveries__tried_mails_idx" ON "deliveries" USING btree ("queued_at") WHERE "deliveries"."channel" = 'mail' and "deliveries"."attempts" > 0;--> statement-breakpoint
CREATE INDEX "digest_mails__queued_at_idx" ON "digest_mails" USING btree ("queued_at");--> statement-breakpoint
CREATE INDEX "llm_answers__record_idx" ON "llm_answers" USING btree ("feed","model","version","minute" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "llm_answers__question_hash_idx" ON "llm_answers" USING btree ("question_hash");--> statement-breakpoint
CREATE INDEX "llm_answers__answered_at_idx" ON "llm_answers" USING btree ("answered_at");--> statement-breakpoint
CREATE INDEX "llm_answers__unjudged_idx" ON "llm_answers" USING btree ("feed","minute") WHERE "llm_answers"."outcome" is null;--> statement-breakpoint
CREATE INDEX "record_checkpoints__signed_at_idx" ON "record_checkpoints" USING btree ("signed_at");--> statement-breakpoint
CREATE INDEX "record_cosignatures__witness_idx" ON "record_cosignatures" USING btree ("witness","size","cosigned_at");--> statement-breakpoint
CREATE INDEX "record_leaves__of_idx" ON "record_leaves" USING btree ("of") WHERE "record_leaves"."of" is not null;--> statement-breakpoint
CREATE INDEX "record_leaves__at_idx" ON "record_leaves" USING brin ("at");--> statement-breakpoint
CREATE INDEX "record_leaves__signals_idx" ON "record_leaves" USING btree ("index") WHERE "record_leaves"."kind" = 'signal';--> statement-breakpoint
CREATE INDEX "record_leaves__versions_idx" ON "record_leaves" USING btree ("index") WHERE "record_leaves"."kind" = 'version';--> statement-breakpoint
CREATE INDEX "record_open__due_at_idx" ON "record_open" USING btree ("due_at");--> statement-breakpoint
CREATE INDEX "reviews__status_written_at_idx" ON "reviews" USING btree ("status","written_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "attempt_counts__expires_at_idx" ON "attempt_counts" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "spent_challenges__expires_at_idx" ON "spent_challenges" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "audit_log__target_id_idx" ON "audit_log" USING btree ("target_id");--> statement-breakpoint
CREATE INDEX "audit_log__at_idx" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log__actor_id_idx" ON "audit_log" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log__action_idx" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "auto_runs__one_running_a_user" ON "auto_runs" USING btree ("user_id") WHERE "auto_runs"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "auto_runs__user_id_started_at_idx" ON "auto_runs" USING btree ("user_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "balance_history__at_idx" ON "balance_history" USING btree ("at");--> statement-breakpoint
CREATE INDEX "stated_traders__stated_at_idx" ON "stated_traders" USING btree ("stated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "trader_checks__one_running_a_user" ON "trader_checks" USING btree ("user_id") WHERE "trader_checks"."next_at" is not null;--> statement-breakpoint
CREATE INDEX "trader_checks__user_id_started_at_idx" ON "trader_checks" USING btree ("user_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "trader_checks__taken_idx" ON "trader_checks" USING btree ("trader_id") WHERE "trader_checks"."state" = 'taken';--> statement-breakpoint
CREATE INDEX "trader_checks__started_at_idx" ON "trader_checks" USING btree ("started_at");--> statement-breakpoint
CREATE INDEX "trader_days__user_id_idx" ON "trader_days" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "trader_days__day_idx" ON "trader_days" USING btree ("day");
--> statement-breakpoint
-- Written by hand
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the record is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
-- A checkpoint older than six days may go once a larger one stands; cosigned ones never.
CREATE FUNCTION refuse_checkpoint_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND OLD.signed_at < now() - interval '6 days'
    AND NOT EXISTS (SELECT 1 FROM record_cosignatures c WHERE c.size = OLD.size)
    AND EXISTS (SELECT 1 FROM record_checkpoints later WHERE later.size > OLD.size)
  THEN
    RETURN OLD;
  END IF;
  RAISE EXCEPTION 'the record is append-only: % on % refused', TG_OP, TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
CREATE TRIGGER record_leaves__append_only BEFORE UPDATE OR DELETE ON record_leaves FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_leaves__never_emptied BEFORE TRUNCATE ON record_leaves FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER outcomes__append_only BEFORE UPDATE OR DELETE ON outcomes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER outcomes__never_emptied BEFORE TRUNCATE ON outcomes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_nodes__append_only BEFORE UPDATE OR DELETE ON record_nodes FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_nodes__never_emptied BEFORE TRUNCATE ON record_nodes FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_checkpoints__append_only BEFORE UPDATE OR DELETE ON record_checkpoints FOR EACH ROW EXECUTE FUNCTION refuse_checkpoint_change();
--> statement-breakpoint
CREATE TRIGGER record_checkpoints__never_emptied BEFORE TRUNCATE ON record_checkpoints FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_cosignatures__append_only BEFORE UPDATE OR DELETE ON record_cosignatures FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_cosignatures__never_emptied BEFORE TRUNCATE ON record_cosignatures FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_keys__append_only BEFORE UPDATE OF id, name, public_key, created_at, previous OR DELETE ON record_keys FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER record_keys__never_emptied BEFORE TRUNCATE ON record_keys FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log__append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log__never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
-- These tables are updated or pruned all the time: a fifth of a large one, the default, would be dead before a vacuum.
ALTER TABLE signals SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE users SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE sessions SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE user_events SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE ticks SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE alerts SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
ALTER TABLE deliveries SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
-- Only grows: its counts read the index alone where a vacuum has been.
ALTER TABLE record_leaves SET (autovacuum_vacuum_insert_scale_factor = 0.01, autovacuum_analyze_scale_factor = 0.01);
--> statement-breakpoint
-- The one row that appending and counting lock.
INSERT INTO "record_head" ("id") VALUES (1);
--> statement-breakpoint
INSERT INTO "record_progress" ("id", "counted_to") VALUES (1, 0);
