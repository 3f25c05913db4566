# The image of the service: the built form, its production dependencies, nothing else.
FROM node:24-bookworm-slim AS build
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

FROM node:24-bookworm-slim
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
