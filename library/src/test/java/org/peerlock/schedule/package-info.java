/**
 * Runs real classes in every order of their threads. {@link org.peerlock.schedule.ScheduleSearch} runs a
 * {@link org.peerlock.schedule.Race} again and again, each time with another schedule. One thread runs at a time. It may have to
 * stop before every access to shared memory: {@link org.peerlock.schedule.PointLoader} inserts a call there into the compiled
 * classes.
 */
@NullMarked
package org.peerlock.schedule;

import org.jspecify.annotations.NullMarked;
