# The run image with compute-sanitizer, for findings on a GPU:
#   docker build --file docker/run/sanitizer.Dockerfile --tag cuda-course-grade-run:local docker/run
ARG BASE=cuda-course-grade-run:local
ARG TOOLKIT=nvidia/cuda:13.0.0-devel-ubuntu24.04
FROM ${TOOLKIT} AS toolkit

FROM ${BASE}
COPY --from=toolkit /usr/local/cuda/compute-sanitizer /usr/local/cuda/compute-sanitizer
USER 0:0
# It finds its libraries beside itself, so that a link in PATH is not enough.
RUN mkdir -p /usr/local/cuda/bin && \
    printf '#!/bin/sh\nexec /usr/local/cuda/compute-sanitizer/compute-sanitizer "$@"\n' >/usr/local/cuda/bin/compute-sanitizer && \
    chmod 755 /usr/local/cuda/bin/compute-sanitizer && /usr/local/cuda/bin/compute-sanitizer --version && \
    find / -xdev -perm /6000 -type f -exec chmod a-s {} +
USER 65534:65534
