# The image of the service: Node.js, the compiled code and its production dependencies, nothing else.
# The base is a tag by default. To build the same image twice, pin the base by its digest, and renew it with each release:
#   docker pull node:24-bookworm-slim
#   base=$(docker image inspect --format '{{index .RepoDigests 0}}' node:24-bookworm-slim)   # node@sha256:…
#   docker build --build-arg NODE_IMAGE=$base .
# The tag stands in a stage of its own, because Dependabot does not read build arguments (dependabot-core issue 2057).
ARG NODE_IMAGE=node-by-tag
FROM node:24-bookworm-slim AS node-by-tag

FROM ${NODE_IMAGE} AS build
LABEL animal-store.stage=build
RUN npm install --global pnpm@12.21.0
WORKDIR /build
# What is downloaded is kept until the lockfile changes.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile \
 && pnpm run build \
 && pnpm --filter @animal-store/service deploy --offline --prod --legacy /app

# The base without its package managers for JavaScript: the service installs nothing.
FROM ${NODE_IMAGE} AS base
LABEL animal-store.stage=build
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/include/node /usr/local/share/doc/node \
 && cd /usr/local/bin && rm -f npm npx corepack yarn yarnpkg pnpm pnpx

# From scratch, because an image keeps the files that a later layer removes.
FROM scratch
COPY --from=base / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app /app
# The user node, as a number: Kubernetes sees only of a number that it is not root.
USER 1000
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell in between, so that SIGTERM reaches the service. SIGUSR1 does not open the inspector of Node.js.
ENTRYPOINT ["node", "--disable-sigusr1", "dist/main.js"]
CMD ["serve"]
