-- safe because: it changes the catalog only, and the previous release takes a null as the password of nobody
ALTER TABLE "users" ALTER COLUMN "password_hash" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "password_proven_at" timestamp (3) with time zone;