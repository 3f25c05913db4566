# The image of the service: Node.js and the bundle of the service, nothing else.
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
 && node tools/packages/bundle.ts /app

# The base without its package managers for JavaScript: the service installs nothing. A new volume inherits the owner of
# the folder that it is mounted on, so the user of the service can write to it.
FROM ${NODE_IMAGE} AS base
LABEL animal-store.stage=build
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/include/node /usr/local/share/doc/node \
 && cd /usr/local/bin && rm -f npm npx corepack yarn yarnpkg pnpm pnpx \
 && printf '#!/bin/sh\nexec node --disable-sigusr1 --max-semi-space-size=8 /app/dist/main.js "$@"\n' > animal-store && chmod 755 animal-store \
 && install -d -o 1000 -g 1000 -m 700 /var/lib/animal-store /var/backups/animal-store

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
# The shell sends one request: a second Node.js would take 60 MB of the container's limit each time. The service responds
# to it without the store. PORT is read here, so that it may be set when a container starts.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", "exec 3<>/dev/tcp/127.0.0.1/${PORT:-8080} && printf 'GET /livez HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == 'HTTP/1.1 200 '* ]]"]
# No shell in between, so that SIGTERM reaches the service. SIGUSR1 does not open the inspector of Node.js. The young generation of
# the heap takes at most 24 MiB: V8 would choose 3 in a container of 512 MiB, which costs CPU time, and up to 192 on a large machine.
ENTRYPOINT ["node", "--disable-sigusr1", "--max-semi-space-size=8", "dist/main.js"]
CMD ["serve"]
# The build that this is, in the labels of the image and in the signals of the service. They come last, because each of
# them changes with each build:
#   docker build --build-arg VERSION=1.0.0 --build-arg REVISION=$(git rev-parse HEAD) \
#     --build-arg CREATED=$(date -u +%FT%TZ) --build-arg SOURCE=<URL of the repository> .
ARG VERSION REVISION CREATED SOURCE
ENV ANIMAL_STORE_REVISION=${REVISION}
LABEL org.opencontainers.image.title="animal-store" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
