FROM node:24-bookworm-slim AS build
WORKDIR /build
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
# What decides which packages are installed, before all else: an edit elsewhere does not install them again.
COPY package.json package-lock.json .npmrc prisma.config.ts ./
COPY prisma prisma
COPY scripts/prepare.ts scripts/
RUN npm ci --no-audit --no-fund
COPY . .
# The package as npm packs it, and the packages that it uses, without what only compilers, debuggers and linkers read.
RUN npm pack && npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
  && rm -r node_modules/typescript && mkdir /app && tar -xzf bivouac-*.tgz --strip-components=1 -C /app && mv node_modules /app/ \
  && find /app/node_modules -type f \( -name '*.ts' -o -name '*.[cm]ts' -o -name '*.map' -o -name '*.a' \) -delete \
  && strip /app/node_modules/node-linux-*/bin/node

# The packages bring their own Node, the same as everywhere else.
FROM debian:bookworm-slim
RUN useradd --uid 10001 --user-group --home-dir /data --create-home --shell /usr/sbin/nologin bivouac \
  && ln -s /app/scripts/bivouac /usr/local/bin/bivouac
COPY --from=build /app /app
WORKDIR /app
USER 10001:10001
ENV PATH=/app/node_modules/.bin:/usr/local/bin:/usr/bin:/bin HOST=0.0.0.0 DATA_DIR=/data NODE_COMPILE_CACHE=/tmp/node
VOLUME /data
EXPOSE 3000 3001
HEALTHCHECK --start-period=60s --interval=15s --timeout=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + (process.env.PORT || 3000) + '/readyz').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
CMD ["bivouac", "start"]
