# The image of the service: the built form, its production dependencies, nothing else.
FROM node:24-bookworm-slim AS build
RUN npm install --global pnpm@12.21.0
WORKDIR /build
COPY . .
RUN pnpm install --frozen-lockfile \
 && pnpm run build \
 && pnpm --filter @animal-store/service deploy --prod --legacy /app \
 && rm -rf /app/src /app/test /app/tsconfig.json

FROM node:24-bookworm-slim
ENV NODE_ENV=production HOST=0.0.0.0 ADMIN_HOST=0.0.0.0
WORKDIR /app
COPY --from=build /app /app
USER node
EXPOSE 8080 9090
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["node", "--eval", "fetch(`http://127.0.0.1:${process.env.PORT || 8080}/livez`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# No shell in between: SIGTERM reaches the service.
ENTRYPOINT ["node", "dist/main.js"]
CMD ["serve"]
