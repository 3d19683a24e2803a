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
CREATE TABLE "record_leaves" (
	"index" bigint NOT NULL,
	"kind" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"signal_id" uuid NOT NULL,
	"leaf" text NOT NULL,
	"leaf_hash" "bytea" NOT NULL,
	"chain_hash" "bytea" NOT NULL,
	CONSTRAINT "record_leaves__index" PRIMARY KEY("index"),
	CONSTRAINT "record_leaves__kind" CHECK ("record_leaves"."kind" in ('signal', 'forecast', 'outcome', 'void')),
	CONSTRAINT "record_leaves__at_index" CHECK ("record_leaves"."index" >= 0)
);
--> statement-breakpoint
CREATE TABLE "refresh_tokens" (
	"token_hash" "bytea" NOT NULL,
	"session_id" uuid NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"rotated_at" timestamp (3) with time zone,
	CONSTRAINT "refresh_tokens__token_hash" PRIMARY KEY("token_hash")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone,
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
	"feed" text NOT NULL,
	"issued_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"open_price" double precision,
	"opened_at" timestamp (3) with time zone,
	"expires_at" timestamp (3) with time zone,
	"close_price" double precision,
	"result" text,
	"analytics" jsonb NOT NULL,
	"chase_of" uuid,
	"taken_at" timestamp (3) with time zone,
	"deleted_at" timestamp (3) with time zone,
	CONSTRAINT "signals__id" PRIMARY KEY("id"),
	CONSTRAINT "signals__direction" CHECK ("signals"."direction" in ('BUY', 'SELL')),
	CONSTRAINT "signals__status" CHECK ("signals"."status" in ('entering', 'live', 'settled')),
	CONSTRAINT "signals__duration" CHECK ("signals"."duration" in (2, 3, 5, 7, 10)),
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
	"password_hash" text NOT NULL,
	"lang" text NOT NULL,
	"campaign" text,
	"is_activated" boolean DEFAULT false NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"is_self_excluded" boolean DEFAULT false NOT NULL,
	"referral_id" text,
	"balance" numeric(14, 2),
	"balance_checked_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users__id" PRIMARY KEY("id"),
	CONSTRAINT "users__referral_id" UNIQUE("referral_id"),
	CONSTRAINT "users__lang" CHECK ("users"."lang" in ('uk', 'en', 'ru'))
);
--> statement-breakpoint
ALTER TABLE "outcomes" ADD CONSTRAINT "outcomes__signal_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refresh_tokens" ADD CONSTRAINT "refresh_tokens__session_id" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signals" ADD CONSTRAINT "signals__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signals" ADD CONSTRAINT "signals__chase_of" FOREIGN KEY ("chase_of") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_events" ADD CONSTRAINT "user_events__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "record_leaves__signal_id_kind" ON "record_leaves" USING btree ("signal_id","kind");--> statement-breakpoint
CREATE INDEX "record_leaves__signal_id_idx" ON "record_leaves" USING btree ("signal_id");--> statement-breakpoint
CREATE INDEX "refresh_tokens__session_id_idx" ON "refresh_tokens" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "sessions__user_id_idx" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signals__one_active_a_user" ON "signals" USING btree ("user_id") WHERE "signals"."status" <> 'settled' and "signals"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "signals__user_id_issued_at_idx" ON "signals" USING btree ("user_id","issued_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "signals__open_idx" ON "signals" USING btree ("expires_at") WHERE "signals"."status" <> 'settled';--> statement-breakpoint
CREATE INDEX "user_events__user_id_id_idx" ON "user_events" USING btree ("user_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "users__email" ON "users" USING btree (lower("email"));