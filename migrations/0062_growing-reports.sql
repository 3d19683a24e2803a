ALTER TABLE "trader_days" ADD COLUMN "turnover_before" numeric(16, 2);--> statement-breakpoint
ALTER TABLE "trader_days" ADD COLUMN "commission_before" numeric(16, 2);--> statement-breakpoint
ALTER TABLE "contest_entries" ADD COLUMN "won" integer;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD COLUMN "decided" integer;--> statement-breakpoint
ALTER TABLE "contest_entries" ADD COLUMN "lower_bound" double precision;--> statement-breakpoint
ALTER TABLE "contests" ADD COLUMN "results_counted_to" bigint;
