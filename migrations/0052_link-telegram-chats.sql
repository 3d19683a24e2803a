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
ALTER TABLE "telegram_chats" ADD CONSTRAINT "telegram_chats__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "telegram_codes" ADD CONSTRAINT "telegram_codes__user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_chats__chat_id" ON "telegram_chats" USING btree ("chat_id");--> statement-breakpoint
CREATE UNIQUE INDEX "telegram_codes__code_hash" ON "telegram_codes" USING btree ("code_hash");--> statement-breakpoint
CREATE INDEX "telegram_codes__expires_at_idx" ON "telegram_codes" USING btree ("expires_at");