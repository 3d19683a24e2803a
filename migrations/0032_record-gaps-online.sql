ALTER TABLE "record_leaves" VALIDATE CONSTRAINT "record_leaves__kind";
