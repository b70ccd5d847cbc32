# docker build -t navstate .
# The bases can be replaced by others of the same Debian release; scripts/package makes its own.
ARG BUILD_BASE=docker.io/library/swift:6.3-bookworm
ARG RUNTIME_BASE=docker.io/library/debian:bookworm-slim

FROM ${BUILD_BASE} AS build
RUN apt-get update \
 && apt-get install --yes --no-install-recommends libjemalloc-dev libsqlite3-dev libssl-dev pkg-config \
 && rm -rf /var/lib/apt/lists/*
ARG COMMIT
WORKDIR /build
COPY . .
RUN scripts/build \
 && COMMIT=${COMMIT} scripts/install /image

FROM ${RUNTIME_BASE}
# The time of the commit, which useradd writes down instead of today.
ARG SOURCE_DATE_EPOCH
RUN apt-get update \
 && apt-get install --yes --no-install-recommends ca-certificates libcurl4 libpq5 libsqlite3-0 tzdata \
 && rm -rf /var/lib/apt/lists/* /var/cache/apt/* /var/cache/ldconfig/aux-cache /var/log/apt /var/log/dpkg.log \
 && useradd --uid 10001 --user-group --no-create-home --home-dir /var/lib/navstate --shell /usr/sbin/nologin navstate \
 && install --directory --owner=navstate --group=navstate --mode=750 /var/lib/navstate
COPY --from=build /image/ /

LABEL org.opencontainers.image.title="navstate" \
      org.opencontainers.image.description="Navigation state on a server, durable before it is acknowledged" \
      org.opencontainers.image.version="0.2.0" \
      org.opencontainers.image.licenses="Apache-2.0"

# Inside a container only 0.0.0.0 can be reached, and there the server insists on NAVSTATE_ADMIN_TOKEN.
ENV NAVSTATE_HOST=0.0.0.0 NAVSTATE_PORT=8080 NAVSTATE_DATA=/var/lib/navstate
USER 10001:10001
WORKDIR /var/lib/navstate
VOLUME /var/lib/navstate
EXPOSE 8080
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s --retries=3 CMD ["navstate", "healthcheck"]
ENTRYPOINT ["navstate"]
CMD ["serve"]
