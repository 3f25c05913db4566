# The image of the service: Node.js, and the compiled service with its packages.
#   docker build --build-arg VERSION=1.2.3 --build-arg ANIMAL_STORE_REVISION=$(git rev-parse HEAD) .
# The base is a tag. To build the same image twice, replace it by its digest (node@sha256:…), and renew that with each release.
FROM node:24-bookworm-slim AS base

FROM base AS build
LABEL animal-store.stage=build
RUN npm install --global pnpm@12.21.0
WORKDIR /build
# What is downloaded is kept until the lockfile changes.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN pnpm fetch
COPY . .
RUN pnpm install --offline --frozen-lockfile --ignore-scripts \
 && pnpm run build \
 && pnpm --filter @animal-store/service --offline --config.inject-workspace-packages=true deploy --prod /app \
# The compiled service reads neither types nor sources.
 && find /app -type f -regextype egrep -regex '.*[.](map|[cm]?tsx?)' -delete

# The base without its package managers for JavaScript: the service installs nothing.
FROM base AS service
LABEL animal-store.stage=build
RUN rm -rf /usr/local/lib/node_modules /opt/yarn-* /usr/local/include/node /usr/local/share/doc/node \
 && cd /usr/local/bin && rm -f npm npx corepack yarn yarnpkg \
 && printf '#!/bin/sh\nexec node --disable-sigusr1 --max-semi-space-size=8 /app/dist/main.js "$@"\n' > animal-store && chmod 755 animal-store \
# A new volume inherits owner, group and mode of the folder that it is mounted on. The service may run under any uid: in group 0 it
# can write there, as OpenShift expects.
 && install -d -o 1000 -g 0 -m 770 /var/lib/animal-store /var/backups/animal-store

# From scratch, because an image keeps the files that a later layer removes.
FROM scratch
COPY --from=service / /
ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
ENV NODE_ENV=production HOST=:: ADMIN_HOST=::
WORKDIR /app
COPY --from=build /app /app
# The user node, as a number: Kubernetes cannot tell that a name is not root.
USER 1000
EXPOSE 8080 9090
# The shell sends one request: a second Node.js would take 60 MB of the container's limit each time. HOST and PORT are read when the
# check runs, because they may differ from those of the image.
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["bash", "-c", "host=$HOST; [[ $host == :: || $host == 0.0.0.0 ]] && host=127.0.0.1; exec 3<>/dev/tcp/$host/${PORT:-8080} && printf 'GET /livez HTTP/1.1\\r\\nHost: localhost\\r\\nConnection: close\\r\\n\\r\\n' >&3 && read -r line <&3 && [[ $line == 'HTTP/1.1 200 '* ]]"]
# No shell in between, so that SIGTERM reaches the service. SIGUSR1 does not open the inspector of Node.js. The young generation of
# the heap takes at most 24 MiB: V8 would choose 3 in a container of 512 MiB, which costs CPU time, and up to 192 on a large machine.
ENTRYPOINT ["node", "--disable-sigusr1", "--max-semi-space-size=8", "dist/main.js"]
CMD ["serve"]
# Version and commit, in the labels of the image and in the signals of the service. They come last, because they change with
# each build.
ARG VERSION ANIMAL_STORE_REVISION CREATED SOURCE
ENV ANIMAL_STORE_REVISION=${ANIMAL_STORE_REVISION}
LABEL org.opencontainers.image.title="animal-store" \
      org.opencontainers.image.licenses="MIT" \
      org.opencontainers.image.version="${VERSION}" \
      org.opencontainers.image.revision="${ANIMAL_STORE_REVISION}" \
      org.opencontainers.image.created="${CREATED}" \
      org.opencontainers.image.source="${SOURCE}"
