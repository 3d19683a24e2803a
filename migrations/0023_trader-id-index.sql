-- A partial index in place of the constraint: an UPDATE of its column no longer locks the user against foreign key checks.
CREATE UNIQUE INDEX CONCURRENTLY IF NOT EXISTS "users__referral_id_partial" ON "users" USING btree ("referral_id") WHERE "users"."referral_id" is not null;
