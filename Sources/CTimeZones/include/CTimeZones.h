#ifndef NAVSTATE_TIME_ZONES_H
#define NAVSTATE_TIME_ZONES_H

#include <stddef.h>

/// A copy of the IANA time zone database in the format that scripts/update-time-zones describes.
extern const unsigned char *const navstate_time_zones;
extern const size_t navstate_time_zones_size;

#endif
