FROM node:24-bookworm-slim AS build
WORKDIR /app
# What decides which packages are installed, before all else: an edit elsewhere does not install them again.
COPY package.json package-lock.json prisma.config.ts ./
COPY prisma prisma
RUN npm ci --no-audit --no-fund
COPY . .
# The reference is built with packages that the service does not need, from files that it does not need.
RUN npm run docs && npm prune --omit=dev --ignore-scripts --no-audit --no-fund && rm -r CHANGELOG.md docs openapi scripts

# The packages bring their own Node, the same as everywhere else.
FROM debian:bookworm-slim
RUN useradd --uid 10001 --user-group --home-dir /data --create-home --shell /usr/sbin/nologin bivouac \
  && printf '#!/bin/sh\ncd /app && exec node src/cli.ts "$@"\n' > /usr/local/bin/bivouac \
  && chmod 755 /usr/local/bin/bivouac
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node MALLOC_ARENA_MAX=2
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=30", "src/main.ts"]
