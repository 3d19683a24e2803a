CREATE TABLE "audit_log" (
	"id" bigserial NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"action" text NOT NULL,
	"target_id" text NOT NULL,
	"reason" text,
	CONSTRAINT "audit_log__id" PRIMARY KEY("id"),
	CONSTRAINT "audit_log__reason" CHECK (length("audit_log"."reason") <= 500)
);
--> statement-breakpoint
CREATE TABLE "session_signals" (
	"session_id" uuid NOT NULL,
	"step" integer NOT NULL,
	"signal_id" uuid NOT NULL,
	CONSTRAINT "session_signals__session_id_step" PRIMARY KEY("session_id","step"),
	CONSTRAINT "session_signals__signal_id" UNIQUE("signal_id")
);
--> statement-breakpoint
CREATE TABLE "signal_sessions" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ai_model" text NOT NULL,
	"interval" smallint NOT NULL,
	"symbol" text,
	"stop_after_losses" smallint NOT NULL,
	"daily_limit" smallint NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"state" text NOT NULL,
	"next_signal_at" timestamp (3) with time zone,
	"stopped_at" timestamp (3) with time zone,
	"stop_reason" text,
	CONSTRAINT "signal_sessions__id" PRIMARY KEY("id"),
	CONSTRAINT "signal_sessions__interval" CHECK ("signal_sessions"."interval" in (3, 5, 7, 10)),
	CONSTRAINT "signal_sessions__stop_after_losses" CHECK ("signal_sessions"."stop_after_losses" between 1 and 20),
	CONSTRAINT "signal_sessions__daily_limit" CHECK ("signal_sessions"."daily_limit" between 1 and 50),
	CONSTRAINT "signal_sessions__state" CHECK ("signal_sessions"."state" in ('running', 'waiting', 'searching', 'stopped')),
	CONSTRAINT "signal_sessions__stopped" CHECK (("signal_sessions"."state" = 'stopped') = ("signal_sessions"."stopped_at" is not null) and ("signal_sessions"."stopped_at" is null) = ("signal_sessions"."stop_reason" is null))
);
--> statement-breakpoint
DROP INDEX "signals__user_id_issued_at_idx";--> statement-breakpoint
ALTER TABLE "session_signals" ADD CONSTRAINT "session_signals__session_id" FOREIGN KEY ("session_id") REFERENCES "public"."signal_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session_signals" ADD CONSTRAINT "session_signals__signal_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_sessions" ADD CONSTRAINT "signal_sessions__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log__target_id_idx" ON "audit_log" USING btree ("target_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signal_sessions__one_running_a_user" ON "signal_sessions" USING btree ("user_id") WHERE "signal_sessions"."stopped_at" is null;--> statement-breakpoint
CREATE INDEX "signal_sessions__user_id_started_at_idx" ON "signal_sessions" USING btree ("user_id","started_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE UNIQUE INDEX "signals__one_chase_a_loss" ON "signals" USING btree ("chase_of") WHERE "signals"."chase_of" is not null and "signals"."result" is distinct from 'void';--> statement-breakpoint
CREATE INDEX "signals__user_id_issued_at_idx" ON "signals" USING btree ("user_id","issued_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE TRIGGER audit_log__append_only BEFORE UPDATE OR DELETE ON audit_log
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER audit_log__never_emptied BEFORE TRUNCATE ON audit_log
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
