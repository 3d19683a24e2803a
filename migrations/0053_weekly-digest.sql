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
ALTER TABLE "digest_mails" ADD CONSTRAINT "digest_mails__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "digest_subscriptions" ADD CONSTRAINT "digest_subscriptions__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "digest_mails__queued_at_idx" ON "digest_mails" USING btree ("queued_at");