CREATE TABLE "contest_entries" (
	"contest_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"entry_id" uuid NOT NULL,
	"joined_at" timestamp (3) with time zone NOT NULL,
	"synced_at" timestamp (3) with time zone,
	"number" integer,
	CONSTRAINT "contest_entries__contest_id_user_id" PRIMARY KEY("contest_id","user_id"),
	CONSTRAINT "contest_entries__entry_id" UNIQUE("entry_id"),
	CONSTRAINT "contest_entries__contest_id_number" UNIQUE("contest_id","number")
);
--> statement-breakpoint
CREATE TABLE "contest_proofs" (
	"id" uuid NOT NULL,
	"contest_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"signal_id" uuid,
	"type" text NOT NULL,
	"image" "bytea" NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"decided_at" timestamp (3) with time zone,
	"decided_by" uuid,
	CONSTRAINT "contest_proofs__id" PRIMARY KEY("id"),
	CONSTRAINT "contest_proofs__status" CHECK ("contest_proofs"."status" in ('pending', 'approved', 'refused')),
	CONSTRAINT "contest_proofs__decided" CHECK (("contest_proofs"."status" = 'pending') = ("contest_proofs"."decided_at" is null)),
	CONSTRAINT "contest_proofs__image" CHECK (octet_length("contest_proofs"."image") between 1 and 2097152)
);
--> statement-breakpoint
CREATE TABLE "contest_trades" (
	"contest_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"trade_id" text NOT NULL,
	"symbol" text NOT NULL,
	"stake" numeric(14, 2),
	"opened_at" timestamp (3) with time zone NOT NULL,
	"result" text,
	"signal_id" uuid,
	"reason" text,
	CONSTRAINT "contest_trades__place" PRIMARY KEY("contest_id","user_id","trade_id"),
	CONSTRAINT "contest_trades__contest_id_signal_id" UNIQUE("contest_id","signal_id"),
	CONSTRAINT "contest_trades__judged" CHECK (("contest_trades"."signal_id" is null) = ("contest_trades"."reason" is not null))
);
--> statement-breakpoint
CREATE TABLE "contest_winners" (
	"contest_id" text NOT NULL,
	"rank" smallint NOT NULL,
	"prize" smallint NOT NULL,
	"number" integer NOT NULL,
	"hash" text NOT NULL,
	"user_id" uuid NOT NULL,
	"status" text NOT NULL,
	"status_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "contest_winners__contest_id_rank" PRIMARY KEY("contest_id","rank"),
	CONSTRAINT "contest_winners__contest_id_number" UNIQUE("contest_id","number"),
	CONSTRAINT "contest_winners__status" CHECK ("contest_winners"."status" in ('awaiting', 'confirmed', 'paid', 'forfeited'))
);
--> statement-breakpoint
CREATE TABLE "contests" (
	"id" text NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"announced_at" timestamp (3) with time zone NOT NULL,
	"seed" text NOT NULL,
	"commitment" text NOT NULL,
	"beacon_url" text,
	"closed_at" timestamp (3) with time zone,
	"list" text,
	"list_hash" text,
	"note" text,
	"drawn_at" timestamp (3) with time zone,
	"randomness" text,
	"number" text,
	CONSTRAINT "contests__id" PRIMARY KEY("id"),
	CONSTRAINT "contests__period" CHECK ("contests"."starts_at" < "contests"."ends_at"),
	CONSTRAINT "contests__closed" CHECK (("contests"."closed_at" is null) = ("contests"."list" is null) and ("contests"."closed_at" is null) = ("contests"."list_hash" is null) and ("contests"."closed_at" is null) = ("contests"."note" is null)),
	CONSTRAINT "contests__drawn" CHECK (("contests"."drawn_at" is null) = ("contests"."number" is null) and ("contests"."drawn_at" is null or "contests"."closed_at" is not null))
);
--> statement-breakpoint
CREATE TABLE "reviews" (
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rating" smallint NOT NULL,
	"text" text NOT NULL,
	"name" text,
	"signals" integer NOT NULL,
	"first_signal_at" timestamp (3) with time zone NOT NULL,
	"written_at" timestamp (3) with time zone NOT NULL,
	"status" text NOT NULL,
	"refused_for" text,
	"reply" text,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "reviews__id" PRIMARY KEY("id"),
	CONSTRAINT "reviews__rating" CHECK ("reviews"."rating" between 1 and 5),
	CONSTRAINT "reviews__text" CHECK (length("reviews"."text") between 1 and 1000),
	CONSTRAINT "reviews__status" CHECK ("reviews"."status" in ('pending', 'published', 'refused', 'replaced')),
	CONSTRAINT "reviews__refused_for" CHECK (("reviews"."status" = 'refused') = ("reviews"."refused_for" is not null)),
	CONSTRAINT "reviews__signals" CHECK ("reviews"."signals" >= 1)
);
--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries__contest_id" FOREIGN KEY ("contest_id") REFERENCES "public"."contests"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD CONSTRAINT "contest_entries__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_proofs" ADD CONSTRAINT "contest_proofs__contest_id_user_id" FOREIGN KEY ("contest_id","user_id") REFERENCES "public"."contest_entries"("contest_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_proofs" ADD CONSTRAINT "contest_proofs__signal_id" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_trades" ADD CONSTRAINT "contest_trades__contest_id_user_id" FOREIGN KEY ("contest_id","user_id") REFERENCES "public"."contest_entries"("contest_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_trades" ADD CONSTRAINT "contest_trades__signal_id_fk" FOREIGN KEY ("signal_id") REFERENCES "public"."signals"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contest_winners" ADD CONSTRAINT "contest_winners__contest_id_user_id" FOREIGN KEY ("contest_id","user_id") REFERENCES "public"."contest_entries"("contest_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reviews" ADD CONSTRAINT "reviews__user_id" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "contest_proofs__one_a_signal" ON "contest_proofs" USING btree ("contest_id","signal_id") WHERE "contest_proofs"."status" <> 'refused';--> statement-breakpoint
CREATE INDEX "contest_proofs__contest_id_status_idx" ON "contest_proofs" USING btree ("contest_id","status");--> statement-breakpoint
CREATE UNIQUE INDEX "contest_winners__one_a_prize" ON "contest_winners" USING btree ("contest_id","prize") WHERE "contest_winners"."status" <> 'forfeited';--> statement-breakpoint
CREATE UNIQUE INDEX "reviews__one_a_user" ON "reviews" USING btree ("user_id") WHERE "reviews"."status" in ('pending', 'published');--> statement-breakpoint
CREATE INDEX "reviews__user_id_written_at_idx" ON "reviews" USING btree ("user_id","written_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "reviews__status_written_at_idx" ON "reviews" USING btree ("status","written_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);